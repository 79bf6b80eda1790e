import { fuzz } from "./support/fuzz/fuzz.js";

await fuzz({ cases: 500, seed: 20261121 });
