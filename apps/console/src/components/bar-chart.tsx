import { formatNumber, formatShort } from '../format.ts';
import styles from './bar-chart.module.css';
import { niceMaximum } from './nice-maximum.ts';

export interface Bar {
  /** What the bar stands for, such as its day. */
  readonly label: string;
  /** A value for each series. */
  readonly values: readonly number[];
}

/** A bar of 1000 units of the drawing is as high as the scale. */
const HEIGHT = 1000;
const COLORS = [1, 2, 3, 4].map((chart) => `var(--color-chart-${chart})`);

/** Stacked bars, drawn as SVG, with the same figures as a table for readers that do not see them. */
export function BarChart({
  label,
  series,
  bars,
  colors = COLORS,
}: {
  readonly label: string;
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
  readonly colors?: readonly string[];
}) {
  const maximum = niceMaximum(Math.max(0, ...bars.map(({ values }) => sum(values))));
  return (
    <figure className={styles.chart}>
      <div className={styles.scale} aria-hidden="true">
        {[maximum, maximum / 2, 0].map((value) => (
          <span key={value}>{formatShort(value)}</span>
        ))}
      </div>
      <svg
        className={styles.plot}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[0, 0.5, 1].map((share) => (
          <path key={share} className={styles.line} d={`M0 ${share * HEIGHT}H${bars.length}`} />
        ))}
        {bars.map((bar, index) => (
          <g key={bar.label} className={styles.bar}>
            <title>{`${bar.label}: ${series.map((name, at) => `${name} ${formatNumber(bar.values[at] ?? 0)}`).join(', ')}`}</title>
            <rect x={index} y={0} width={1} height={HEIGHT} fill="transparent" />
            {stack(bar.values, maximum).map(({ from, height, at }) => (
              <rect key={at} x={index + 0.12} y={from} width={0.76} height={height} fill={colors[at]} />
            ))}
          </g>
        ))}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <ul className={styles.legend} aria-hidden="true">
        {series.map((name, at) => (
          <li key={name}>
            <span className={styles.swatch} style={{ background: colors[at] }} />
            {name}
          </li>
        ))}
      </ul>
      <FiguresTable label={label} series={series} bars={bars} />
    </figure>
  );
}

function FiguresTable({
  label,
  series,
  bars,
}: {
  readonly label: string;
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
}) {
  return (
    <table className="visually-hidden">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label}>
            <th scope="row">{bar.label}</th>
            {series.map((name, at) => (
              <td key={name}>{formatNumber(bar.values[at] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Puts the values of a bar on one another. */
function stack(values: readonly number[], maximum: number): { from: number; height: number; at: number }[] {
  return values.map((value, at) => {
    const height = (value / maximum) * HEIGHT;
    const below = (sum(values.slice(0, at)) / maximum) * HEIGHT;
    return { from: HEIGHT - below - height, height, at };
  });
}
