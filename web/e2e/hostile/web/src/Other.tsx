import { Link, Page } from "@comptoir/kit";

export default function Other() {
  return (
    <Page title="Elsewhere">
      <Link to="/admin/hostile/attempts">Back to the attempts</Link>
    </Page>
  );
}
