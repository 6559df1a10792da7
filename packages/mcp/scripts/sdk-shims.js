// Takes the place of the SDK's own module of this shape in the bundle, without the validator of JSON schemas that it would load.
export { default as process } from "node:process";

export class DefaultJsonSchemaValidator {
  getValidator() {
    return () => ({ valid: false, data: undefined, errorMessage: "This server validates no client schema" });
  }
}
