// The parts that the shell and every plugin's screens are made of. Only these names are the contract.

export { type PermissionSubject, usePermissionNames, usePermissionSubjects } from "./access/permissionNames";
export { GRANTABLE, PERMISSIONS, type Permission, permits, type Requirement } from "./access/permissions";
export { ScreensProvider, useMayOpen } from "./access/screens";
export { Can, UserProvider, useCan, useIsStaff, useUser } from "./access/user";
export { client, type Envelope, type Schemas, unwrap } from "./api/client";
export {
  ApiError,
  atField,
  type ErrorKind,
  type FieldError,
  renamed,
  toApiError,
  withFields,
} from "./api/error";
export {
  attempt,
  clearCache,
  type Fetched,
  type Rows,
  type RowsPage,
  refresh,
  refreshEverything,
  setCached,
  useGet,
  useList,
  usePluginList,
} from "./api/hooks";
export { type Resource, resource } from "./api/resource";
export { sendAs } from "./api/sendAs";
export {
  authorizedFetch,
  closeSession,
  onSignInElsewhere,
  onSignInTooOld,
  openSession,
  type Proof,
  renew,
  type User,
  useSession,
} from "./api/session";
export type { ApiPaths, Body, Data, ListPath, PluginList, RowOf } from "./api/types";
export { type Owner, useOwners } from "./api/useOwners";
export { useWholeList } from "./api/wholeList";
export { Banner } from "./display/Banner";
export { CopyId } from "./display/CopyId";
export { Disclosure } from "./display/Disclosure";
export { Icon, type IconName, isIconName } from "./display/icons";
export { Meter } from "./display/Meter";
export { ProgressBar, paceOf } from "./display/ProgressBar";
export { type Fact, Facts, Section } from "./display/Section";
export { SimpleTable } from "./display/SimpleTable";
export { StatusBadge, type StatusLook, type Tone } from "./display/StatusBadge";
export { StockBadge, type StockKind } from "./display/StockBadge";
export { Empty, ErrorView, PageSkeleton, SkeletonLines } from "./display/states";
export { Country, DateTime, Figure, Money, NONE } from "./display/values";
export { type Act, act, useAct } from "./feedback/act";
export { confirm } from "./feedback/confirm";
export { Dialog } from "./feedback/Dialog";
export { toast, toastError, toastFailure, toastOffer, toastUndo } from "./feedback/toast";
export { type Lifecycle, useLifecycle } from "./feedback/useLifecycle";
export { type Attachment, Attachments } from "./files/Attachments";
export { FileDrop, type FileDropProps } from "./files/FileDrop";
export { FILE_TYPES } from "./files/fileTypes";
export { browser } from "./files/leave";
export { PdfView } from "./files/PdfView";
export { Preview } from "./files/Preview";
export { formatSize } from "./files/size";
export { ContentContext, downloadStored, linkTo, type StoredFile } from "./files/stored";
export { downloadFile, fileBlob, saveFile, uploadFile } from "./files/transfer";
export { useAddress } from "./files/useAddress";
export { useContent } from "./files/useContent";
export type { OnProgress } from "./files/useUploads";
export { AddressFields, isAddressEmpty } from "./form/AddressFields";
export { AreaField } from "./form/AreaField";
export { CheckboxField, SwitchField } from "./form/CheckboxField";
export { CountriesField } from "./form/CountriesField";
export { CountryField } from "./form/CountryField";
export { countriesIn } from "./form/countries";
export { DialogBar } from "./form/DialogBar";
export { addDecimals } from "./form/decimal";
export { Form, type FormOf, useForm } from "./form/Form";
export { FormAlert } from "./form/FormAlert";
export { FormGrid, FormSection } from "./form/FormSection";
export { fieldsOf } from "./form/fieldsOf";
export { fold } from "./form/fold";
export { isBarcode } from "./form/kinds";
export { MultiSelectField } from "./form/MultiSelectField";
export { NumberField } from "./form/NumberField";
export { RecordField, RecordsField } from "./form/RecordField";
export { RowsField } from "./form/RowsField";
export { type RecordSource, recordsOf, useRecords } from "./form/records";
export type { FieldProps } from "./form/rules";
export { SaveBar } from "./form/SaveBar";
export { SchemaForm } from "./form/SchemaFields";
export { SelectField } from "./form/SelectField";
export { SubmitBar } from "./form/SubmitBar";
export {
  type SchemaEntry,
  type SettingsSchema,
  schemaDefaults,
  schemaEntries,
  schemaValues,
} from "./form/schema";
export { TextField } from "./form/TextField";
export { Tick } from "./form/Tick";
export { useEditForm } from "./form/useEditForm";
export { useOnChange } from "./form/useOnChange";
export { useSettled } from "./form/useSettled";
export { useUnsavedGuard } from "./form/useUnsavedGuard";
export { addNote, type NewNote } from "./history/api";
export type { HistoryEntry } from "./history/changes";
export { History, HistoryList } from "./history/History";
export { Notes } from "./history/Notes";
export { type NoteOutbox, NoteOutboxContext } from "./history/outbox";
export { type Day, dayOf, daysAfter, isDay, monthStart, monthsFrom, sameDay } from "./i18n/day";
export { type Formats, formats, useFormats, useNow } from "./i18n/format";
export { localeOf } from "./i18n/locale";
export { PRESETS, presetRange } from "./i18n/period";
export type { PortalResources } from "./i18n/resources";
export { SynchronizeButton } from "./jobs/SynchronizeButton";
export {
  clearEndedJobs,
  endJob,
  type Job,
  jobKey,
  runningJobOf,
  setCachedJob,
  trackJobOf,
  trackJobs,
  useRunningJobs,
  useTrackedJobs,
} from "./jobs/tracked";
export { type JobDone, useJob } from "./jobs/useJob";
export { WebhookButtons } from "./jobs/WebhookButtons";
export { ActionMenu, IconButton, type MenuAction, MoreMenu } from "./layout/ActionMenu";
export { Activity } from "./layout/Activity";
export { Fetching } from "./layout/Fetching";
export { Frame, type NavigationEntry, type NavigationGroup } from "./layout/Frame";
export { COMMAND_KEY, presentShortcuts, type Shortcut, type Shortcuts, useShortcuts } from "./layout/keys";
export { type Crumb, Page, useDocumentTitle, usePagePlace } from "./layout/Page";
export { Button, Code, Columns, Link, OnScreen, Quiet, Row, Stack, Tiles } from "./layout/parts";
export { useWasSeen } from "./layout/useWasSeen";
export type { BulkSelection } from "./list/bulk";
export type { Column } from "./list/columns";
export { columnsOf } from "./list/columnsOf";
export {
  cursorOf,
  cursorWithin,
  type Filter,
  isNarrowed,
  type ListQuery,
  type OrderBy,
  type Question,
} from "./list/cursor";
export { DataTable } from "./list/DataTable";
export type { ExportBody, ExportScope } from "./list/exports";
export type { FilterOffer } from "./list/filters";
export { type ListState, useListState } from "./list/useListState";
export type { SavedView } from "./list/views";
export { type Address, address } from "./page/address";
export { CreatePage } from "./page/CreatePage";
export { ListPage } from "./page/ListPage";
export { Loaded } from "./page/Loaded";
export { EditForm, NewForm } from "./page/RecordForm";
export { RecordPage } from "./page/RecordPage";
export { Palette } from "./palette/Palette";
export type { Command, CommandGroup } from "./palette/PaletteWindow";
export { SearchButton } from "./palette/SearchButton";
export * from "./parts";
export { definePlugin, KIT_MAJOR, type PluginModule } from "./plugin/definePlugin";
export { useActorName, usePluginName, usePlugins } from "./plugin/names";
export { type ColorScheme, useColorScheme } from "./theme/colorScheme";
export { KitProvider } from "./theme/KitProvider";
