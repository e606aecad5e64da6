import { render, screen } from '@testing-library/react';
import { Examples } from '@/components/call/talk/examples';
import { callEn } from '@/lib/content/call-en';

test('the keyboard reaches the examples, which scroll where the text is large', () => {
  render(<Examples {...callEn.examples} limit="up to 5 min" />);
  const examples = screen.getByRole('group', { name: callEn.examples.title });
  examples.focus();
  expect(examples).toHaveFocus();
  expect(examples).toHaveTextContent('up to 5 min');
});
