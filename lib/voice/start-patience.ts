/** Milliseconds after which a press on Start that nothing has answered is forgotten: no call comes as a surprise. */
export const START_PATIENCE = 20_000;
