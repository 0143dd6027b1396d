// What a plugin of any provider needs: the contract's one error, and money.

/** @typedef {import("comptoir:plugin/types@1.0.0").Error} Failure */
/** @typedef {import("comptoir:plugin/types@1.0.0").ErrorKind} Kind */
/** @typedef {import("comptoir:plugin/types@1.0.0").Money} Money */

/**
 * The contract's one error: thrown, it is the call's answer.
 * @param {Kind["tag"] | Kind} kind
 * @param {string} message for an operator, in English, without secrets
 * @param {number} [status] the provider's
 * @returns {Failure}
 */
export function failure(kind, message, status) {
  const whole = typeof kind === "string" ? { tag: kind } : kind;
  return { kind: /** @type {Kind} */ (whole), message, status };
}

/**
 * A role whose mistakes tell themselves: what a function throws that is no failure reaches the host as `internal`, with its
 * words, file and line.
 * @template {object} Role
 * @param {Role} role
 * @returns {Role}
 */
export function guarded(role) {
  /** @param {(...values: unknown[]) => unknown} call */
  const guard =
    (call) =>
    (/** @type {unknown[]} */ ...values) => {
      try {
        return call(...values);
      } catch (error) {
        throw isFailure(error) ? error : failure("internal", told(error));
      }
    };
  const functions = Object.entries(role).map(([name, call]) => [name, guard(call)]);
  return Object.fromEntries(functions);
}

/** @param {any} error */
const isFailure = (error) => typeof error?.kind?.tag === "string" && typeof error.message === "string";

/** @param {any} error */
function told(error) {
  // What a function of the host throws holds what it says.
  if (!(error instanceof Error) || "payload" in error)
    return `thrown: ${JSON.stringify(error?.payload ?? error, (_, value) => (typeof value === "bigint" ? String(value) : value))}`;
  // Not those of this guard and of what calls it.
  const places = (error.stack ?? "").split("\n").filter((place) => place && !/guard|initializer\.js/.test(place));
  return `${error.name}: ${error.message}, at ${places.slice(0, 5).join(" < ")}`;
}

/** Decimals of a currency's minor unit (ISO 4217), where they are not 2. @type {Record<string, number>} */
const EXPONENTS = Object.fromEntries([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split(" ").map((code) => [code, 0]),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3]),
  ..."CLF UYW".split(" ").map((code) => [code, 4]),
]);

/**
 * `12.9` in EUR is 1290 minor units, `1290` in JPY is 1290; exact, never through a float. Decimals beyond the currency's
 * must be zeros.
 * @param {string} text
 * @param {string} currency
 * @returns {Money}
 */
export function money(text, currency) {
  const exponent = EXPONENTS[currency] ?? 2;
  const [, sign, whole, decimals = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || /[^0]/.test(decimals.slice(exponent)))
    throw new Error(`${JSON.stringify(text)} is no amount in ${currency}`);
  return { minor: BigInt(sign + whole + decimals.slice(0, exponent).padEnd(exponent, "0")), currency };
}
