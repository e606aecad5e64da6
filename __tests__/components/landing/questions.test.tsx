import { screen } from '@testing-library/react';
import { showPage } from '@/__tests__/support/show-page';
import { Questions } from '@/components/landing/questions';
import { en } from '@/lib/content/en';

test('leaves out questions without an answer from the operator', () => {
  showPage(<Questions operator={{ price: '', tools: [] }} />);
  expect(screen.queryByText(en.questions.price.question)).toBeNull();
  expect(screen.queryByText((text) => text.startsWith(en.questions.tools.connected))).toBeNull();
});

test('answers price and tools with the operator’s texts', () => {
  const tools = ['Pipedrive', 'Google Calendar'].map((name) => ({ name, mark: '' }));
  showPage(<Questions operator={{ price: 'From 900 € a month.', tools }} />);
  expect(screen.getByText(en.questions.price.question)).toBeVisible();
  expect(screen.getByText(/^From 900 € a month/)).toBeInTheDocument();
  const list = `${en.questions.tools.connected} Pipedrive and Google Calendar.`;
  expect(screen.getByText((text) => text.includes(list))).toBeInTheDocument();
});
