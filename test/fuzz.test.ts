import { fuzz } from "./support/fuzz/fuzz.js";

await fuzz({ cases: 400, seed: 20261121 });
