"use strict";
(() => {
	const units = {
		ps: 1e-3, ns: 1, "µs": 1e3, ms: 1e6, s: 1e9,
		B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, GB: 1e9, "%": 0.01, "×": 1,
	};
	const unit = new RegExp("(?:^|[\\d\\s])(" + Object.keys(units).join("|") + ")(?![A-Za-z])");

	// The first number of a cell in its smallest unit; of a range with one unit
	// at its end that one counts. NaN where there is none: it sorts last.
	const quantity = (text) => {
		const number = /([−-]?)(\d+(?:\.\d+)?)/.exec(text);
		if (!number) return NaN;
		const u = unit.exec(text.slice(number.index));
		const size = Number(number[2]) * (u ? units[u[1]] : 1);
		if (number[1]) return -size;
		return text.trim().startsWith("<") ? size * (1 - 1e-9) : size;
	};

	const words = new Intl.Collator("en", { numeric: true }).compare;

	const sort = (table, column, how) => {
		const body = table.tBodies[0];
		const rows = [...body.rows];
		const numeric = table.tHead.rows[0].cells[column].classList.contains("quantity");
		const key = (row) => {
			const text = row.cells[column].textContent;
			return numeric ? quantity(text) : text;
		};
		const sign = how === "descending" ? -1 : 1;
		const keyed = rows.map((row) => ({ row, key: key(row), at: Number(row.dataset.at) }));
		keyed.sort((a, b) => {
			if (how === "none") return a.at - b.at;
			if (numeric) {
				const none = Number.isNaN(a.key) - Number.isNaN(b.key);
				return none || sign * (a.key - b.key) || a.at - b.at;
			}
			return sign * words(a.key, b.key) || a.at - b.at;
		});
		body.append(...keyed.map((k) => k.row));
	};

	const next = { none: "ascending", ascending: "descending", descending: "none" };
	for (const table of document.querySelectorAll("table")) {
		[...table.tBodies[0].rows].forEach((row, i) => { row.dataset.at = i; });
		if (!table.tHead || table.tBodies[0].rows.length < 2) continue;
		const heads = [...table.tHead.rows[0].cells];
		heads.forEach((head, column) => {
			const button = document.createElement("button");
			button.type = "button";
			button.append(...head.childNodes);
			head.append(button);
			head.setAttribute("aria-sort", "none");
			button.addEventListener("click", () => {
				const how = next[head.getAttribute("aria-sort")];
				for (const h of heads) h.setAttribute("aria-sort", "none");
				head.setAttribute("aria-sort", how);
				sort(table, column, how);
			});
		});
	}

	// A row stays if it, with the headings above it, holds all words.
	const form = document.getElementById("filter");
	const input = document.getElementById("words");
	const output = form.querySelector("output");
	const folds = [...document.querySelectorAll("main details")];
	const tables = [...document.querySelectorAll("main table")].map((table) => ({
		around: table.closest(".scroll"),
		rows: [...table.tBodies[0].rows].map((row) => ({
			row, text: (table.dataset.context + " " + [...row.cells].map((c) => c.textContent).join(" ")).toLowerCase(),
		})),
	}));
	let before = null; // which folds were open when the filter was empty

	const filter = () => {
		const asked = input.value.toLowerCase().split(/\s+/).filter(Boolean);
		let shown = 0, all = 0;
		for (const t of tables) {
			let left = 0;
			for (const r of t.rows) {
				r.row.hidden = !asked.every((w) => r.text.includes(w));
				left += !r.row.hidden;
			}
			t.around.hidden = left === 0;
			shown += left;
			all += t.rows.length;
		}
		if (asked.length > 0) {
			before ??= folds.map((f) => f.open);
			for (const f of folds) {
				f.open = [...f.querySelectorAll(".scroll")].some((s) => !s.hidden);
				f.hidden = !f.open;
			}
			output.textContent = `${shown} of ${all} rows`;
		} else if (before) {
			folds.forEach((f, i) => { f.open = before[i]; f.hidden = false; });
			before = null;
			output.textContent = "";
		}
	};
	let waiting = 0;
	input.addEventListener("input", () => {
		clearTimeout(waiting);
		waiting = setTimeout(filter, 100);
	});
	form.addEventListener("submit", (e) => { e.preventDefault(); filter(); });
	form.hidden = false;

	// The contents stand open where there is room beside the text; paper shows
	// what is folded.
	document.querySelector("nav details").open = matchMedia("(min-width: 75rem)").matches;
	let printed = null;
	addEventListener("beforeprint", () => {
		printed = folds.map((f) => f.open);
		for (const f of folds) f.open = true;
	});
	addEventListener("afterprint", () => {
		printed?.forEach((open, i) => { folds[i].open = open; });
		printed = null;
	});
})();
