import { render, screen } from '@testing-library/react';
import { NoteList } from '@/components/ui/text';

test('each note has its own icon', () => {
  render(
    <NoteList
      notes={[
        { icon: 'gift', text: 'Free' },
        { icon: 'mail', text: 'By mail' },
      ]}
    />,
  );
  expect(screen.getAllByRole('listitem').map((note) => note.textContent)).toEqual([
    'Free',
    'By mail',
  ]);
  const drawings = Array.from(document.querySelectorAll('use'), (use) => use.getAttribute('href'));
  expect(drawings.map((href) => href?.split('#')[1])).toEqual(['gift', 'mail']);
});

test('without notes there is no list', () => {
  const { container } = render(<NoteList notes={[]} className="border-t" />);
  expect(container).toBeEmptyDOMElement();
});
