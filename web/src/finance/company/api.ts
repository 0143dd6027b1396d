import {
  client,
  type Data,
  fileBlob,
  type OnProgress,
  refresh,
  type Schemas,
  setCached,
  unwrap,
  uploadFile,
  useGet,
} from "@comptoir/kit";

const COMPANY = "/finance/company";
const LOGO = "/finance/company/logo";

export type Company = Data<typeof COMPANY>;
export type Seller = Company["seller"];
export type VatRule = Company["vatCodes"][number];
export type CompanyInput = Schemas["InvoicingCompanyInput"];

/** Who invoices, what each code of VAT means, and where amounts stand in the books. */
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
export async function saveCompany({ updatedAt }: Company, body: CompanyInput): Promise<Company> {
  const params = { header: { "If-Match": updatedAt } };
  const { data } = await unwrap(client.PUT(COMPANY, { params, body }));
  await setCached(COMPANY, {}, data);
  void refresh("invoice");
  return data;
}

/** The picture as the browser draws it. */
export const readLogo = () => fileBlob(LOGO);

/** Puts a picture in the place of the present one, if there is one. */
export async function uploadLogo(file: File, onProgress: OnProgress): Promise<void> {
  await uploadFile(LOGO, "file", file, onProgress);
  await readCompany();
}

export async function deleteLogo(): Promise<void> {
  await unwrap(client.DELETE(LOGO));
  await readCompany();
}
