// Parts that few pages need: wizards, figures, plots, grids. They belong to the contract as those of index.ts do.

export { PostalAddress } from "./address/PostalAddress";
export { Board } from "./board/Board";
export { Sortable } from "./board/Sortable";
export { Chart } from "./chart/Chart";
export { saveCsv } from "./chart/csv";
export type { Month } from "./dates/calendar";
export { DateField } from "./dates/DateField";
export { ExpectedDay } from "./dates/ExpectedDay";
export { MonthCalendar } from "./dates/MonthCalendar";
export { MonthDays } from "./dates/MonthDays";
export { MonthField } from "./dates/MonthField";
export { shownDays } from "./dates/month";
export { PeriodField } from "./dates/PeriodField";
export { Hint } from "./display/Hint";
export { NewsLine, NewsList } from "./display/NewsList";
export { CardSkeleton, RowsSkeleton } from "./display/skeletons";
export { Timeline } from "./display/Timeline";
export { BarList } from "./figures/BarList";
export { Stat } from "./figures/Stat";
export { Trend } from "./figures/Trend";
export { type Pdf, PdfDocument, type PdfDocumentProps } from "./files/PdfDocument";
export { UploadDrop } from "./files/UploadDrop";
export { type Choice, ChoiceField } from "./form/ChoiceField";
export { MoneyField } from "./form/MoneyField";
export { PercentField } from "./form/PercentField";
export { SuggestBox } from "./form/SuggestBox";
export { useAddressForm } from "./form/useAddressForm";
export { useFormRows } from "./form/useFormRows";
export { useSettledValues } from "./form/useSettledValues";
export { Sheet } from "./grid/Sheet";
export type { SheetLine, SheetValues } from "./grid/selection";
export type { ImportColumn } from "./import/check";
export { type CheckedImport, Import, type ImportResult, type ImportRun } from "./import/Import";
export { type ReadFile, readRows } from "./import/readRows";
export { useFaultWords } from "./import/useCheck";
export { useImportJob } from "./import/useImportJob";
export { OnPaper, PrintButton } from "./layout/print";
export { usePrinting } from "./layout/usePrinting";
export { useWidth } from "./layout/useWidth";
export { LONG_TAKE, useLongList } from "./list/useLongList";
export { TabLinks } from "./navigate/TabLinks";
export { Tabs } from "./navigate/Tabs";
export { Wizard } from "./navigate/Wizard";
export type { ShippingPlace } from "./shipping/carriers";
export type { PriceSheetsProps } from "./shipping/PriceSheets";
export type { PriceChanges } from "./shipping/prices";
export {
  CarrierCreate,
  CarrierDetail,
  CarrierList,
  PriceGrid,
  PriceSheet,
  PriceSheets,
} from "./shipping/screens";
export { type PriceEdits, usePriceEdits } from "./shipping/usePriceEdits";
