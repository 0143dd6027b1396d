import { ErrorView } from "@comptoir/kit";
import { Component, type ReactNode } from "react";

interface Props {
  children: ReactNode;
  /** Instead of the general view. */
  fallback?: (error: Error, retry: () => void) => ReactNode;
}

/** Whether code or texts did not come: the network was gone, or the files are, since a newer portal was deployed. */
let isIncomplete = false;
addEventListener("vite:preloadError", () => {
  isIncomplete = true;
});

/** A screen that throws shows its error in its own place; the portal around it stays. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  // What could not be fetched is not asked for again in this page.
  private readonly retry = () => (isIncomplete ? location.reload() : this.setState({ error: null }));

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.fallback) return this.props.fallback(error, this.retry);
    return <ErrorView error={{ kind: "unknown" }} retry={this.retry} />;
  }
}
