import type { Copy } from '@/lib/content/en';
import { TypedHeading } from '../typing/typed-heading';
import { Icon } from '../ui/icon';
import { Section } from '../ui/section';

/** Problems versus solutions, in pairs. */
export function Features({
  lines,
  intro,
  problemLabel,
  solutionLabel,
  pairs,
  hearIt,
}: Copy['features']) {
  return (
    <Section id="features" labelledBy="features-title">
      <div className="grid items-end gap-x-16 gap-y-6 lg:grid-cols-[1.6fr_1fr]">
        <TypedHeading
          id="features-title"
          lines={lines}
          lineClasses={['block text-muted', 'block text-accent']}
          className="text-section"
        />
        <p className="max-w-[32rem] text-lead text-muted">{intro}</p>
      </div>
      <ol className="mt-14 lg:mt-20">
        {pairs.map((pair) => (
          <li
            key={pair.problem}
            className="grid gap-x-16 gap-y-6 border-t border-line py-9 last:border-b lg:grid-cols-2 lg:py-11"
          >
            <div className="max-w-[32rem] text-muted">
              <p className="text-note">{problemLabel}</p>
              <p className="mt-2 text-title">{pair.problem}</p>
              <p className="mt-2">{pair.cost}</p>
            </div>
            <div className="relative border-l-2 border-accent pl-6 lg:pl-12">
              <span
                aria-hidden="true"
                className="absolute -left-[1.3125rem] hidden size-10 place-items-center rounded-full bg-accent text-on-accent lg:grid"
              >
                <Icon name="arrow" />
              </span>
              <p className="text-note text-accent">{solutionLabel}</p>
              <h3 className="mt-2 text-title">{pair.solution}</h3>
              <p className="mt-2 max-w-[32rem] text-muted">{pair.gain}</p>
            </div>
          </li>
        ))}
      </ol>
      <a href="#phone-caller" data-to-call="" className="link mt-8">
        {hearIt}
      </a>
    </Section>
  );
}
