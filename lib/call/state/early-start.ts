/** How long a press on Start is kept while the widget still loads, in ms. Later, a call would come as a surprise. */
export const earlyStartMs = 20_000;
