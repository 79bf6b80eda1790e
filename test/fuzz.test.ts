import { fuzz } from "./support/fuzz/fuzz.js";

await fuzz({ cases: 300, seed: 20261121 });
