import type { ShownOperation } from "./groups.ts";

export function Operation({ method, path, summary, description, parameters }: ShownOperation) {
  return (
    <article className="api-operation">
      <h3>
        <code>
          <span className="api-method">{method}</span> {path}
        </code>
      </h3>
      <p>
        {summary}. {description}
      </p>
      {parameters.length > 0 && (
        <p className="api-parameters">
          {parameters.map((name) => (
            <code key={name}>{name}</code>
          ))}
        </p>
      )}
    </article>
  );
}
