import { render, screen } from '@testing-library/react';
import { Stage, type StageProps } from '@/components/call/stage';

const createStage = (props: Partial<StageProps> = {}) => (
  <Stage variant="waiting" title="Title" controls={<button type="button">Go</button>} {...props}>
    <p>Body</p>
  </Stage>
);

it('is titled by a heading only if the call has failed, and announces its notes', () => {
  const { rerender } = render(createStage({ tone: 'live', notes: ['First', 'Second'] }));
  expect(screen.queryByRole('heading')).toBeNull();
  expect(screen.getAllByRole('status')[1]).toHaveTextContent('FirstSecond');
  rerender(createStage({ tone: 'failed' }));
  expect(screen.getByRole('heading', { name: 'Title' })).toBeVisible();
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
