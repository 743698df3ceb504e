// Marks when the page reaches its script tag.
performance.mark('tag');
