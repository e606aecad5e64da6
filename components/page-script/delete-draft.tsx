'use client';

import { useEffect } from 'react';
import { deleteDraft } from './contact-draft';

/** Deletes the draft of a request that the dialog has posted before React could send it. */
export function DeleteDraft() {
  useEffect(deleteDraft, []);
  return null;
}
