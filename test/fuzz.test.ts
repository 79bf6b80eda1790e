import { fuzz } from "./support/fuzz/fuzz.js";

await fuzz({ cases: 1000, seed: 20261121 });
