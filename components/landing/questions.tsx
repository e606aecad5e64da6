import type { Copy } from '@/lib/content/en';
import type { site } from '@/lib/content/site';
import { TypedHeading } from '../typing/typed-heading';
import { Section } from '../ui/section';

type QuestionsProps = Copy['questions'] & { owner: Pick<typeof site, 'price' | 'tools'> };

/** What people ask before they ask for a session. What the owner says nothing about is not asked. */
export function Questions({ heading, owner, ...copy }: QuestionsProps) {
  const { who, data, tools, time, price, person } = copy;
  const { price: cost, tools: names } = owner;
  const list = names.length > 0 ? `${tools.list} ${names.join(', ')}.` : '';
  const asked: { question: string; answer: string; link?: string }[] = [
    who,
    data,
    { ...tools, answer: `${tools.answer} ${list}` },
    time,
    ...(cost ? [{ ...price, answer: cost }] : []),
    person,
  ];
  return (
    <Section id="questions" labelledBy="questions-title">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_1.6fr]">
        <TypedHeading id="questions-title" lines={[heading]} className="text-section" />
        <div className="border-t border-line">
          {asked.map(({ question, answer, link }) => (
            <details key={question} className="question border-b border-line">
              <summary className="text-title">
                {question}
                <span aria-hidden="true" className="question-sign" />
              </summary>
              <p className="max-w-[40rem] pb-6 text-muted">
                {answer}
                {link && (
                  <a href="/privacy" className="link ml-2">
                    {link}
                  </a>
                )}
              </p>
            </details>
          ))}
        </div>
      </div>
    </Section>
  );
}
