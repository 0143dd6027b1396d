import { useState } from "react";
import { Form, FormGrid, RecordField, type RecordSource, RecordsField, useForm } from "../index";
import { type Story, useWords } from "../stories/story";

interface Tag {
  id: string;
  name: string;
}

const TAGS: Tag[] = ["Coton bio", "Lin", "Polyester recyclé"].map((name) => ({ id: name, name }));

function RecordFieldStory() {
  const words = useWords();
  const [tags] = useState(() => [...TAGS]);
  const form = useForm({ defaultValues: { one: "Lin", several: ["Coton bio"] } });
  const source: RecordSource<Tag> = {
    key: ["/story-tags"],
    search: async (text) => tags.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
    find: async (ids) => ids.map((id) => ({ id, name: id })),
    idOf: ({ id }) => id,
    label: ({ name }) => name,
  };
  const make = async (name: string) => {
    const tag = { id: name, name };
    tags.push(tag);
    return tag;
  };
  return (
    <Form
      form={form}
      onSubmit={async () => {}}
      failure={words("Rien n’a été enregistré", "Nothing was saved")}
    >
      <FormGrid>
        <RecordField name="one" label={words("Matière", "Fabric")} source={source} />
        <RecordsField
          name="several"
          label={words("Étiquettes", "Tags")}
          description={words("Un nom nouveau peut être créé ici.", "A new name can be created here.")}
          source={source}
          make={make}
        />
      </FormGrid>
    </Form>
  );
}

export default {
  title: { fr: "Choix parmi des fiches", en: "Choosing records" },
  about: {
    fr: "Des fiches cherchées sur le serveur, une ou plusieurs ; `make` propose de créer celle qui manque.",
    en: "Records searched for on the server, one or several; `make` offers to create the one that is missing.",
  },
  Story: RecordFieldStory,
} satisfies Story;
