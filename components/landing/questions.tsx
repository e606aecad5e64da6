import { en } from '@/lib/content/en';
import type { site } from '@/lib/content/site';
import { TypedHeading } from '@/components/typing/typed-heading';
import { Icon } from '@/components/ui/icon';
import { TextWithLink } from '@/components/ui/text';
import { Section } from './section';

const { heading, ...questions } = en.questions;
interface Entry {
  question: string;
  answer?: string;
  link?: string;
}
const toolList = new Intl.ListFormat('en');

interface QuestionsProps {
  operator: Pick<typeof site, 'price' | 'tools'>;
}

/** The frequently asked questions, except those that the operator has no answer to. */
export function Questions({ operator }: QuestionsProps) {
  const { tools, price } = questions;
  const toolNames = toolList.format(operator.tools.map(({ name }) => name));
  const entries: Record<string, Entry> = {
    ...questions,
    ...(toolNames && {
      tools: { ...tools, answer: `${tools.answer} ${tools.connected} ${toolNames}.` },
    }),
    price: { ...price, answer: operator.price },
  };
  return (
    <Section id="questions">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.6fr]">
        <TypedHeading id="questions-heading" lines={[heading]} />
        <div className="border-t border-line">
          {Object.values(entries).map(
            ({ question, answer, link }) =>
              answer && (
                <details key={question} className="question border-b border-line">
                  <summary className="text-title">
                    <span>{question}</span>
                    <Icon name="plus" className="text-accent-ink in-open:hidden" />
                    <Icon name="minus" className="hidden text-accent-ink in-open:block" />
                  </summary>
                  <p className="max-w-[40rem] pb-6 text-muted">
                    {link ? <TextWithLink before={answer} link={link} href="/privacy" /> : answer}
                  </p>
                </details>
              ),
          )}
        </div>
      </div>
    </Section>
  );
}
