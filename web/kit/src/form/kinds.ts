const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** French (01 23 45 67 89) or international (+33 1 23 45 67 89), with the separators that the server takes too. */
const PHONE = /^(0[1-9]([ .-]?\d{2}){4}|(\+|00)[1-9]([ .()-]{0,2}\d){6,14})$/;

export const isEmail = (text: string) => EMAIL.test(text);

export const isPhone = (text: string) => PHONE.test(text.trim());

/** An EAN-13 or a 12-digit UPC whose last digit is right: weights 1 and 3 from the left of the 13. */
export function isBarcode(text: string): boolean {
  if (!/^\d{12,13}$/.test(text)) return false;
  const digits = [...text.padStart(13, "0")].map(Number);
  const sum = digits.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
