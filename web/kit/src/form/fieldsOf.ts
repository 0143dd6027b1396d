import type { ReactNode } from "react";
import {
  type FieldArray,
  type FieldArrayPath,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useWatch,
} from "react-hook-form";
import { AreaField } from "./AreaField";
import { CheckboxField, SwitchField } from "./CheckboxField";
import { CountriesField } from "./CountriesField";
import { CountryField } from "./CountryField";
import { FormAlert } from "./FormAlert";
import { MultiSelectField } from "./MultiSelectField";
import { NumberField } from "./NumberField";
import { RecordField, RecordsField } from "./RecordField";
import { RowsField } from "./RowsField";
import { SelectField } from "./SelectField";
import { TextField } from "./TextField";

/**
 * The present value of a field, for the part of a form that depends on it: only that part is drawn again when it
 * changes, not the whole form.
 */
const useValue = (name: string): unknown => useWatch({ name });

const FIELDS = {
  AreaField,
  CheckboxField,
  CountriesField,
  CountryField,
  FormAlert,
  MultiSelectField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
};

type Fields = typeof FIELDS;
type RowsProps = Parameters<typeof RowsField>[0];

type FieldsOf<Values extends FieldValues> = {
  [Name in keyof Fields]: (
    props: Omit<Parameters<Fields[Name]>[0], "name"> & { name: FieldPath<Values> },
  ) => ReactNode;
} & {
  RecordField: <Row>(
    props: Omit<Parameters<typeof RecordField<Row>>[0], "name"> & { name: FieldPath<Values> },
  ) => ReactNode;
  RecordsField: <Row>(
    props: Omit<Parameters<typeof RecordsField<Row>>[0], "name"> & { name: FieldPath<Values> },
  ) => ReactNode;
  RowsField: <Name extends FieldArrayPath<Values>>(
    props: Omit<RowsProps, "name" | "newRow" | "row"> & {
      name: Name;
      newRow: FieldArray<Values, Name> | (() => FieldArray<Values, Name>);
      row: (prefix: `${Name}.${number}`, index: number) => ReactNode;
    },
  ) => ReactNode;
  useValue: <Name extends FieldPath<Values>>(name: Name) => FieldPathValue<Values, Name>;
};

/**
 * The fields of a form of these values: a name that the values have not does not compile, nor a row of another shape.
 *
 * `const { TextField, RowsField, useValue } = fieldsOf<StoreValues>()`
 */
export const fieldsOf = <Values extends FieldValues>(): FieldsOf<Values> =>
  ({ ...FIELDS, RecordField, RecordsField, RowsField, useValue }) as unknown as FieldsOf<Values>;
