/** The pages that are deferred: by the build, or by the server for each request. */
export const DEFERRED_PAGES = { prerendered: ['/'], renderedPerRequest: ['/outreach'] };
