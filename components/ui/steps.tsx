import { Icon, type IconName } from './icon';

export interface StepsCopy {
  title: string;
  list: readonly { icon: IconName; text: string }[];
}

export function Steps({ title, list }: StepsCopy) {
  return (
    <div className="steps">
      <p className="semibold">{title}</p>
      <ol>
        {list.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} />
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
