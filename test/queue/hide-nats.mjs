import { registerHooks } from "node:module";

// As on a machine where these packages are not installed.
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith("@nats-io/")) return next(specifier, context);
    throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
  },
});
