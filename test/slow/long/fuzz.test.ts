import { fuzz } from "../../support/fuzz.js";

/** The seed is fixed, so that a failure is caused by a change; FUZZ_SEED=$RANDOM finds new cases. */
await fuzz({ cases: 2500, seed: Number(process.env.FUZZ_SEED ?? 20_260_724) });
