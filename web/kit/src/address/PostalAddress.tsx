import { Country, NONE } from "../display/values";

/** A postal address as the API writes it; what is unknown is null, absent or empty. */
type Part = string | null | undefined;
interface Lines {
  company?: Part;
  firstName?: Part;
  lastName?: Part;
  address1?: Part;
  address2?: Part;
  extra?: Part;
  zip?: Part;
  city?: Part;
  state?: Part;
  countryCode?: Part;
  phone?: Part;
}

const joined = (...parts: Part[]) => parts.filter((part) => part?.trim()).join(" ");

/**
 * A postal address, a line for each part that is known; a dash where none is.
 *
 * @example <PostalAddress address={order.shippingAddress} />
 */
export function PostalAddress({ address }: { address: Lines | null | undefined }) {
  const { countryCode, phone } = address ?? {};
  const lines = [
    address?.company,
    joined(address?.firstName, address?.lastName),
    address?.address1,
    address?.address2,
    address?.extra,
    joined(address?.zip, address?.city),
    address?.state,
  ].filter((line) => line?.trim());
  if (lines.length === 0 && !countryCode && !phone) return NONE;
  return (
    <address>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {countryCode && (
        <div>
          <Country code={countryCode} />
        </div>
      )}
      {phone && <div>{phone}</div>}
    </address>
  );
}
