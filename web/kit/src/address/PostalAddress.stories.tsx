import { PostalAddress, Section, Tiles } from "../index";
import { type Story, useWords } from "../stories/story";

function PostalAddressStory() {
  const words = useWords();
  return (
    <Tiles>
      <Section title={words("Livraison", "Delivery")}>
        <PostalAddress
          address={{
            company: "Maison Aurore",
            firstName: "Nora",
            lastName: "Kessler",
            address1: "14 rue des Récollets",
            address2: words("Bâtiment B", "Building B"),
            zip: "75010",
            city: "Paris",
            countryCode: "FR",
            phone: "+33 1 23 45 67 89",
          }}
        />
      </Section>
      <Section title={words("Facturation", "Billing")}>
        <PostalAddress
          address={{
            company: "Label Orage",
            address1: "Kantstraße 4",
            zip: "10623",
            city: "Berlin",
            countryCode: "DE",
          }}
        />
      </Section>
      <Section title={words("Inconnue", "Unknown")}>
        <PostalAddress address={null} />
      </Section>
    </Tiles>
  );
}

export default {
  title: { fr: "Adresse", en: "Address" },
  about: {
    fr: "Une adresse postale, une ligne par partie connue.",
    en: "A postal address, a line for each part that is known.",
  },
  Story: PostalAddressStory,
} satisfies Story;
