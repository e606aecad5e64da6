/** Separate from en.ts, because a client component imports it (decision 021). */
export const featuresCopyEn = {
  lines: ['Work that waits for a person.', 'Work that takes care of itself.'],
  intro:
    'Most of what slows a business down is not hard. It is repeated, interrupted and always due ' +
    'now.',
  demoLink: 'Hear it answer a call',
  problemLabel: 'Problem',
  solutionLabel: 'Solution',
  pairs: [
    {
      problem: 'The phone rings while everyone is busy',
      cost: 'A caller who reaches nobody may not try again.',
      solution: 'An assistant that picks up',
      gain: 'It answers what it can and takes down the rest, day and night.',
    },
    {
      problem: 'The same questions, every day',
      cost: 'Opening hours, prices, order status, between all other tasks.',
      solution: 'Answers in your own words',
      gain: 'Routine questions get the answer that you agreed on.',
    },
    {
      problem: 'Notes that never reach the CRM',
      cost: 'Details stay in someone’s head, and the next talk starts over.',
      solution: 'Records written as you talk',
      gain: 'What a customer said becomes an entry, a task or a follow-up.',
    },
    {
      problem: 'Back and forth over a date',
      cost: 'Finding one free hour takes three messages, moving it three more.',
      solution: 'A calendar that books itself',
      gain: 'Customers choose, move and cancel in one short conversation.',
    },
  ],
};
