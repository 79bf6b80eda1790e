import { fuzz } from "../../support/fuzz/fuzz.js";

/** The same cases each time, so that a change is judged by what it changes; FUZZ_SEED=$RANDOM finds new ones. */
await fuzz({ cases: 20_000, seed: Number(process.env.FUZZ_SEED ?? 20_260_724) });
