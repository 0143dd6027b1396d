export interface components {
  schemas: {
    Role: "admin" | "customer" | "factory";
    Locale: "fr" | "en";
    Resource: { type: "ORGANIZATION" | "STORE" | "FACTORY"; id: string; name: string };
    User: {
      id: string;
      email: string;
      displayName: string;
      role: components["schemas"]["Role"];
      permissions: string[];
      locale: components["schemas"]["Locale"];
      owner: boolean;
      resources: components["schemas"]["Resource"][];
      lastLoginAt?: string | null;
    };
    Session: { accessToken: string; expiresAt: string; user: components["schemas"]["User"]; continue?: string | null };
    Meta: { total: number; exact: boolean; next?: string | null; previous?: string | null };
    OrderStatus: string;
    OrderRow: {
      id: string;
      reference: string;
      providerId: string;
      provider: string;
      source: "normal" | "seeding";
      status: string;
      statusMessage: string;
      store: { id: string; name: string };
      customerName: string;
      country: string;
      itemCount: number;
      total: string;
      currency: string;
      submittedAt: string;
      updatedAt: string;
      carrier?: string | null;
      trackingNumber?: string | null;
      trackingUrl?: string | null;
    };
    Address: {
      company: string;
      firstName: string;
      lastName: string;
      address1: string;
      address2: string;
      extra: string;
      city: string;
      zip: string;
      state: string;
      country: string;
      countryCode: string;
      phone: string;
      email: string;
    };
    OrderLine: {
      id: string;
      sku: string;
      name: string;
      quantity: number;
      unitPrice: string;
      unitTax: string;
      discount: string;
      total: string;
    };
    HistoryEntry: {
      at: string;
      actor: string;
      action: string;
      changes: { field: string; before?: unknown; after?: unknown }[];
    };
    Order: components["schemas"]["OrderRow"] & {
      subtotal: string;
      tax: string;
      discount: string;
      shippingPrice: string;
      language: string;
      shippingMethod: string;
      shippingAddress: components["schemas"]["Address"];
      billingAddress?: components["schemas"]["Address"] | null;
      contact: { name: string; email: string; phone: string };
      lines: components["schemas"]["OrderLine"][];
      shippingLines: { name: string; price: string }[];
      history: components["schemas"]["HistoryEntry"][];
    };
    Job: {
      id: string;
      name: string;
      consumer: string;
      identifier: string;
      status: "PENDING" | "COMPLETED" | "FAILED";
      createdAt: string;
      startedAt?: string | null;
      updatedAt: string;
      duration?: number | null;
      progress: { done: number; total?: number | null; note: string };
      error?: string | null;
    };
    OrderSummary: {
      byStatus: { status: string; count: number }[];
      lastSynchronizedAt?: string | null;
      setAside: number;
    };
    Store: { id: string; name: string };
    Text: { fr: string; en: string };
    PluginScreen: {
      area: "admin" | "customer";
      path: string;
      permission?: string | null;
      group: string;
      label: components["schemas"]["Text"];
      menu: boolean;
    };
    Plugin: {
      id: string;
      name: string;
      version: string;
      entry?: string | null;
      kit: string;
      screens: components["schemas"]["PluginScreen"][];
    };
    PluginStatus: {
      id: string;
      name: string;
      version: string;
      state: "ready" | "failed" | "disabled";
      error?: string | null;
      digest: string;
      roles: string[];
      hosts: {
        base: string;
        methods: string[];
        paths: string[];
        reason: components["schemas"]["Text"];
        granted: boolean;
        destination?: string | null;
      }[];
      limits: { [name: string]: number };
      breaker: "closed" | "open" | "half_open";
      calls: number;
      failures: number;
      denials: number;
      requests: number;
      wallMs: number;
      cpuMs: number;
      peakMemoryBytes: number;
      lastError?: { at: string; message: string } | null;
      loadedAt: string;
    };
    Developer: { environment: string; apiVersion: string; applicationVersion: string };
    Mail: {
      id: string;
      to: string;
      subject: string;
      template: string;
      status: "queued" | "sent" | "failed" | "kept";
      createdAt: string;
      sentAt?: string | null;
      error?: string | null;
    };
    MailBody: components["schemas"]["Mail"] & { text: string; html: string };
  };
}

type S = components["schemas"];
type Json<T> = { content: { "application/json": T } };
type Call<Params, Body, Status extends number, T> = {
  parameters: Params;
  requestBody?: Body extends null ? never : Json<Body>;
  responses: { [K in Status]: T extends null ? { content?: never } : Json<T> };
};
type One<T> = { data: T };
type Many<T> = { data: T[]; meta: S["Meta"] };
type None = { query?: never; path?: never };
type Listed = { query?: { cursor?: string }; path?: never };
type ById = { query?: never; path: { id: string } };

export interface paths {
  "/auth/link": { post: Call<None, { email: string; continue?: string }, 202, null> };
  "/auth/session": { post: Call<None, { token: string }, 200, One<S["Session"]>>; delete: Call<None, null, 204, null> };
  "/auth/refresh": { post: Call<None, null, 200, One<S["Session"]>> };
  "/user/current": {
    get: Call<None, null, 200, One<S["User"]>>;
    patch: Call<None, { locale: S["Locale"] }, 200, One<S["User"]>>;
  };
  "/order": { get: Call<Listed, null, 200, Many<S["OrderRow"]>> };
  "/order/{id}": { get: Call<ById, null, 200, One<S["Order"]>> };
  "/order/summary": { get: Call<None, null, 200, One<S["OrderSummary"]>> };
  "/order/synchronize": { post: Call<None, { connectorId?: string }, 202, One<{ jobs: S["Job"][] }>> };
  "/job": { get: Call<Listed, null, 200, Many<S["Job"]>> };
  "/job/{id}": { get: Call<ById, null, 200, One<S["Job"]>> };
  "/store": { get: Call<Listed, null, 200, Many<S["Store"]>> };
  "/plugins": { get: Call<None, null, 200, One<S["Plugin"][]>> };
  "/plugins/status": { get: Call<None, null, 200, One<S["PluginStatus"][]>> };
  "/developer": { get: Call<None, null, 200, One<S["Developer"]>> };
  "/developer/mail": { get: Call<Listed, null, 200, Many<S["Mail"]>> };
  "/developer/mail/{id}": { get: Call<ById, null, 200, One<S["MailBody"]>> };
}
