import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

/** Jest's environment for Node, in a context whose globals are its own: looking one up in Jest's costs a call each time. */
export default class extends TestEnvironment {
  constructor(...given) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    super(...given);
    vm.createContext = createContext;
  }
}
