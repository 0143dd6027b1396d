import {
  ApiError,
  client,
  cursorOf,
  isNarrowed,
  type ListState,
  type OnProgress,
  resource,
  type Schemas,
  setCached,
  trackJobs,
  unwrap,
  uploadFile,
  useCan,
  useGet,
  useLongList,
  usePlugins,
} from "@comptoir/kit";
import { useConnectorTypes } from "../../stores/api";
import { refreshFinance } from "../api";

export type ProviderInvoiceRow = Schemas["ProviderInvoiceRow"];
export type ProviderInvoice = Schemas["ProviderInvoice"];
export type Step = Schemas["ProviderInvoiceStep"];
export type Parcel = Schemas["ProviderParcel"];
export type ParcelException = Schemas["ParcelException"];
export type ParcelSum = Schemas["ProviderParcelSum"];
export type SumBy = "STORE" | "CARRIER" | "COUNTRY";
export type InvoiceLine = Schemas["ProviderInvoiceLine"];
export type Service = Schemas["ProviderServiceState"];
export type SummaryLine = Schemas["ProviderSummaryLine"];
export type Proposal = Schemas["MappingProposal"];
export type MappingInput = Schemas["MappingInput"];
export type MappingRule = Schemas["MappingRule"];

/** What a call says of the present step; what it does not name stays as it is. */
export type Patch = Partial<Schemas["ProviderInvoicePatch"]>;

const PATH = "/fulfillment-invoice";

/** Fees come of them, and their histories are told as those of a `provider-invoice`. */
export const providerInvoices = resource(PATH, { also: ["provider-invoice"] });

/** What is asked of a file beside itself. */
export interface FileFacts {
  provider: string;
  start: string;
  end: string;
  label: string;
}

/**
 * Takes a provider's file, which is read in a job of its own.
 *
 * @throws {ApiError} at `file`: it was imported before
 */
export async function importProviderInvoice(
  file: File,
  { label, ...facts }: FileFacts,
  onProgress?: OnProgress,
): Promise<ProviderInvoice> {
  const fields = label.trim() === "" ? facts : { ...facts, label };
  const uploaded = await uploadFile<ProviderInvoice>(PATH, "file", file, onProgress, fields);
  await providerInvoices.refresh();
  return uploaded;
}

/** Reads an invoice again after it was refused: somebody was faster, or it is at another step. */
async function readAgain(reason: unknown, id: string): Promise<never> {
  if (reason instanceof ApiError && reason.status === 409) await providerInvoices.read(id).catch(() => null);
  throw reason;
}

/**
 * Says what was decided, and where to go then.
 *
 * @param read the invoice as it was looked at
 */
export async function patchInvoice(
  { id, updatedAt }: ProviderInvoice,
  patch: Patch,
): Promise<ProviderInvoice> {
  const params = { path: { id }, header: { "If-Match": updatedAt } };
  // The generated type has what may be absent as there.
  const body = patch as Schemas["ProviderInvoicePatch"];
  const call = unwrap(client.PATCH(`${PATH}/{id}`, { params, body }));
  const { data } = await call.catch((reason: unknown) => readAgain(reason, id));
  await setCached(`${PATH}/{id}`, { params: { path: { id } } }, data);
  void providerInvoices.refresh();
  // Fees came or went.
  if (patch.to === "VALIDATED" || patch.status === "VALIDATED") void refreshFinance();
  return data;
}

/** How many rows a list has where nothing narrows it. */
const wholeOf = ({ query }: ListState, total: number) => (isNarrowed(query) ? undefined : total);

/** What parcels cost. */
export const useParcels = (id: string, state: ListState, total: number) =>
  useLongList(`${PATH}/{id}/shipping`, state.cursor, { id }, wholeOf(state, total));

/** The parcels that a person has to look at. */
export const useParcelExceptions = (id: string, state: ListState, total: number) =>
  useLongList(`${PATH}/{id}/shipping-exceptions`, state.cursor, { id }, wholeOf(state, total));

/** What parcels come to by store, carrier or country. */
export const useParcelSums = (id: string, by: SumBy) =>
  useGet(`${PATH}/{id}/shipping/sum`, { params: { path: { id }, query: { by } } });

/** The parcels for whose way the provider charged more than was agreed. */
export const useClaims = (id: string, state: ListState, total: number) =>
  useLongList(`${PATH}/{id}/claim`, state.cursor, { id }, wholeOf(state, total));

/** All of them, the dearest first. */
const WHOLE_CLAIM = cursorOf({ orderBy: [{ field: "beyond", direction: "desc" }] });

/** Asks for the file that tells the provider of them; an e-mail leads to it. */
export async function exportClaim(id: string): Promise<void> {
  const params = { path: { id }, query: { cursor: WHOLE_CLAIM } };
  const body = { scope: "all" as const };
  const { data } = await unwrap(client.POST(`${PATH}/{id}/claim/export`, { params, body }));
  trackJobs([data]);
}

/** The lines that belong to neither an order nor a product. */
export const useServiceLines = (id: string, state: ListState, total: number) =>
  useLongList(`${PATH}/{id}/other-services`, state.cursor, { id }, wholeOf(state, total));

/** The lines of the file. */
export const useInvoiceLines = (id: string, cursor: string | null, total: number | undefined) =>
  useLongList(`${PATH}/{id}/line`, cursor, { id }, total);

/** @param provider null: the rules of all of them */
export const useRules = (provider: string | null) =>
  useGet(`${PATH}/rule`, { params: { query: provider === null ? {} : { provider } } });

/** Forgets a rule; what it decided stays. */
export async function forgetRule(id: string): Promise<void> {
  await unwrap(client.DELETE(`${PATH}/rule/{id}`, { params: { path: { id } } }));
  await providerInvoices.refresh();
}

/** The fulfilment providers that send invoices; to those who may not know what each plugin does, all plugins. */
export function useProviders(): { value: string; label: string }[] {
  const mayKnow = useCan()(["READ_CONNECTOR", "READ_STORE"]);
  const { types } = useConnectorTypes(mayKnow);
  const { data: plugins = [] } = usePlugins();
  if (!mayKnow) return plugins.map(({ id, name }) => ({ value: id, label: name }));
  const known = (types ?? []).filter(({ roles }) => roles.includes("fulfillment"));
  return known.map(({ type, name }) => ({ value: type, label: name }));
}
