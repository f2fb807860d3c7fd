import type { ValidatorType } from "@rjsf/utils";

/**
 * RJSF wants a validator. What fits and what doesn't is the server's to say, with the same words for everybody, and
 * compiling schemas in the browser would need a looser content security policy: so this one finds nothing.
 */
export const blindValidator: ValidatorType = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
};
