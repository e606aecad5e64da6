/** How a call asks the provider to keep nothing. By default it keeps it all. */
export const KEEP_NOTHING = {
  artifactPlan: {
    recordingEnabled: false,
    videoRecordingEnabled: false,
    loggingEnabled: false,
    transcriptPlan: { enabled: false },
  },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
  monitorPlan: { listenEnabled: false, controlEnabled: true },
};
