import { client, type Data, refresh, setCached, unwrap, useGet } from "@comptoir/kit";

const COMPANY = "/finance/company";

export type Company = Data<typeof COMPANY>;
export type Seller = Company["seller"];
export type VatRule = Company["vatCodes"][number];

/** Who invoices, and what each code of VAT means. */
export const useCompany = () => useGet(COMPANY, {});

/** The same as it is now, shown wherever it is shown. */
export async function readCompany(): Promise<Company> {
  const { data } = await unwrap(client.GET(COMPANY));
  await setCached(COMPANY, {}, data);
  return data;
}

/**
 * Changes it for the invoices to come.
 *
 * @param read what the change was made of
 * @throws {ApiError} ConflictEditException when it was changed meanwhile
 */
export async function saveCompany(
  { updatedAt }: Company,
  body: Pick<Company, "seller" | "vatCodes">,
): Promise<Company> {
  const params = { header: { "If-Match": updatedAt } };
  const { data } = await unwrap(client.PUT(COMPANY, { params, body }));
  await setCached(COMPANY, {}, data);
  void refresh("invoice");
  return data;
}
