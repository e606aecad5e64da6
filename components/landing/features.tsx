import { en } from '@/lib/content/en';
import { TypedHeading } from '@/components/typing/typed-heading';
import { Icon } from '@/components/ui/icon';
import { Section } from './section';

const { lines, intro, problemLabel, solutionLabel, pairs, demoLink } = en.features;

export function Features() {
  return (
    <Section id="features">
      <TypedHeading
        id="features-heading"
        lines={lines}
        lineClasses={['block text-muted', 'block text-accent-ink']}
      />
      <p className="mt-5 max-w-[64rem] text-lead text-muted">{intro}</p>
      <ol className="mt-6 lg:mt-8">
        {pairs.map((pair) => (
          <li
            key={pair.problem}
            className="grid gap-x-16 gap-y-4 border-t border-line py-5 last:border-b sm:grid-cols-2"
          >
            <div className="max-w-[32rem] text-muted">
              <p className="text-note max-sm:sr-only">{problemLabel}</p>
              <p className="text-title sm:mt-1">{pair.problem}</p>
              <p className="mt-1">{pair.cost}</p>
            </div>
            <div className="relative border-l-2 border-accent-ink pl-6 lg:pl-12">
              <span
                aria-hidden="true"
                className={
                  'absolute -left-[1.3125rem] hidden size-10 place-items-center ' +
                  'rounded-full bg-accent text-on-accent lg:grid'
                }
              >
                <Icon name="arrow" />
              </span>
              <p className="text-note text-accent-ink max-sm:sr-only">{solutionLabel}</p>
              <h3 className="text-title sm:mt-1">{pair.solution}</h3>
              <p className="mt-1 max-w-[32rem] text-muted">{pair.gain}</p>
            </div>
          </li>
        ))}
      </ol>
      <a href="#phone-caller" data-to-call="" className="btn link mt-4 lg:mt-6">
        {demoLink}
      </a>
    </Section>
  );
}
