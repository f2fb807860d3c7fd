import BooleanField from "@rjsf/core/lib/components/fields/BooleanField.js";
import ObjectField from "@rjsf/core/lib/components/fields/ObjectField.js";
import SchemaField from "@rjsf/core/lib/components/fields/SchemaField.js";
import StringField from "@rjsf/core/lib/components/fields/StringField.js";
import { createSchemaUtils, englishStringTranslator, type Registry, type RJSFSchema } from "@rjsf/utils";
import type { GroupField } from "../../../../contract/template-file.ts";
import { blindValidator } from "./blind-validator.ts";
import { ChoiceWidget } from "./choice-widget.tsx";
import { ColorWidget } from "./color-widget.tsx";
import { DateWidget, TimeWidget } from "./date-widgets.tsx";
import { DecimalWidget } from "./decimal-widget.tsx";
import { ID_PREFIX, ID_SEPARATOR } from "./field-id.ts";
import type { FieldKind } from "./field-kind.ts";
import { FieldTemplate } from "./field-template.tsx";
import { ImageWidget } from "./image-widget.tsx";
import { ListField } from "./list-field.tsx";
import { GroupTemplate } from "./section-template.tsx";
import { SwitchWidget } from "./switch-widget.tsx";
import { MultilineWidget, TextWidget } from "./text-widget.tsx";

/** Our theme of RJSF. Its fields are taken one by one: the form around them, with a state and checks of its own, would keep the draft twice. */

const widgets: Record<FieldKind, Registry["widgets"][string]> = {
  text: TextWidget,
  email: TextWidget,
  tel: TextWidget,
  url: TextWidget,
  multiline: MultilineWidget,
  money: DecimalWidget,
  decimal: DecimalWidget,
  whole: DecimalWidget,
  date: DateWidget,
  time: TimeWidget,
  choice: ChoiceWidget,
  color: ColorWidget,
  image: ImageWidget,
  switch: SwitchWidget,
};

const fields: Registry["fields"] = {
  SchemaField,
  ObjectField,
  StringField,
  NumberField: StringField, // numbers are read by their widget
  BooleanField,
  ArrayField: ListField,
};

function Nothing() {
  return null;
}

const templates = {
  FieldTemplate,
  ObjectFieldTemplate: GroupTemplate,
  // Help and problems stand in the field's own template, where they follow the notes and not the data.
  DescriptionFieldTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldErrorTemplate: Nothing,
} as unknown as Registry["templates"];

export function createRegistry(group: GroupField): Registry {
  const rootSchema = group as RJSFSchema;
  return {
    fields,
    templates,
    widgets,
    rootSchema,
    formContext: {},
    schemaUtils: createSchemaUtils(blindValidator, rootSchema),
    translateString: englishStringTranslator,
    globalFormOptions: {
      idPrefix: ID_PREFIX,
      idSeparator: ID_SEPARATOR,
      useFallbackUiForUnsupportedType: false,
      // Values that didn't change are the same objects, so comparing them is enough and quick.
      experimental_componentUpdateStrategy: "shallow",
    },
  };
}
