import { render, screen } from '@testing-library/react';
import { Stage, type StageProps } from '@/components/call/stage';

const createStage = (props: Partial<StageProps> = {}) => (
  <Stage variant="waiting" title="Title" controls={<button type="button">Go</button>} {...props}>
    <p>Body</p>
  </Stage>
);
const getTitle = () => screen.getByText('Title').parentElement!;

it.each([
  ['waiting', 'plain', 'text-hint'],
  ['live', 'live', 'text-hint'],
  ['failed', 'failed', 'stage-failure'],
  ['receipt', 'plain', '-order-1'],
  ['receipt', 'failed', 'text-lead'],
] as const)('marks a %s stage that is %s', (variant, tone, notesClass) => {
  const { container } = render(createStage({ variant, tone, notes: ['First', 'Second'] }));
  expect(container.firstElementChild).toHaveClass('stage', `stage-${variant}`);
  expect(getTitle().tagName).toBe(tone === 'failed' ? 'H3' : 'P');
  expect(getTitle().classList.contains('text-success')).toBe(tone === 'live');
  expect(getTitle().classList.contains('text-danger')).toBe(tone === 'failed');
  expect(getTitle().querySelector('.bg-current') !== null).toBe(tone === 'live');
  expect(getTitle().querySelector('.icon') !== null).toBe(tone === 'failed');
  expect(screen.getByText('Second').parentElement).toHaveClass(notesClass);
  expect(screen.getByText('Second').parentElement).toHaveTextContent('FirstSecond');
});

it('is plain and silent unless told otherwise', () => {
  render(createStage());
  expect(getTitle()).not.toHaveClass('text-success');
  expect(screen.getAllByRole('status')[1]).toBeEmptyDOMElement();
});

it('keeps its live regions in the next state, and replaces the rest', () => {
  const { rerender } = render(createStage());
  const find = () => [
    ...screen.getAllByRole('status'),
    screen.getByText('Body'),
    screen.getByRole('button'),
    document.querySelector('.stage-line'),
  ];
  const before = find();
  rerender(createStage({ variant: 'live', record: <p>Voices</p> }));
  expect(find().map((element, index) => element === before[index])).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(document.querySelector('.stage-line')).toHaveTextContent('Voices');
  const live = find();
  rerender(createStage({ variant: 'receipt', record: <p>Record</p> }));
  expect(document.querySelector('.stage-line')).not.toBe(live[4]);
});
