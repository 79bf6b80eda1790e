import { fuzz } from "./support/fuzz.js";

await fuzz({ cases: 250, seed: 20261124 });
