/** What can go wrong with a visit, in the words for the prospect. */
type VisitSentences = Readonly<Record<'lookupFailed' | 'updateFailed' | 'failed', string>>;

/**
 * Reports a visit to our own server (`POST /api/visit`); goes on when the page is left meanwhile.
 * An assistant that no prospect has is only a warning in the console (product specification, section 7).
 *
 * @returns the sentence to show when it failed, else null; never throws
 */
export async function sendVisit(
  assistantId: string,
  sentences: VisitSentences,
): Promise<string | null> {
  try {
    const response = await fetch('/api/visit', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ vapi_assistant_id: assistantId }),
      keepalive: true,
    });
    const answer = (await response.json()) as { tracked?: unknown; message?: unknown };
    if (!response.ok) {
      // Something between us and the server may answer in words of its own.
      const known = Object.values(sentences).find((sentence) => sentence === answer.message);
      return known ?? sentences.failed;
    }
    // eslint-disable-next-line no-console -- what the specification asks for
    if (answer.tracked === false) console.warn('No prospect has this assistant; visit not noted.');
    return null;
  } catch {
    return sentences.failed;
  }
}
