import { ASKED, gradeSite } from '../observatory';
import { figure } from './report';
import type { World } from './world';

/** What the MDN Observatory says of every kind of page; of the ways to serve the calls the worst counts. */
export async function provePolicy(world: World): Promise<void> {
  const { pages, planted } = await gradeSite(world.start);
  const asked = `${ASKED.grade}, ≥ ${ASKED.score}`;
  for (const page of new Set(pages.map((each) => each.page))) {
    const ways = pages.filter((each) => each.page === page).sort((a, b) => a.score - b.score);
    for (const { voice, marks } of ways.filter(({ reached }) => !reached))
      console.log(`  calls served by ${voice}: ${marks}`);
    const [worst] = ways;
    figure(
      `Observatory: ${page.split('?')[0]}, ${ways.length} ways to serve the calls`,
      asked,
      `${worst?.grade}, ${worst?.score}`,
      ways.every(({ reached }) => reached),
    );
  }
  for (const { page, grade, score, reached } of planted) {
    figure(
      `planted: Observatory: ${page}`,
      `< ${ASKED.score} (red)`,
      `${grade}, ${score}`,
      reached,
    );
  }
}
