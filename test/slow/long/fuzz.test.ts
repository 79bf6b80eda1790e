import { fuzz } from "../../support/fuzz/fuzz.js";

/** Another seed each time; FUZZ_SEED, as a run has printed it, has the same cases again. */
await fuzz({ cases: 20_000, seed: Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31) });
