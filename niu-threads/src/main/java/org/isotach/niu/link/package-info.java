/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What lies between two hosts: frames, results, their credit, and what numbers them where links have faults
 * (docs/protocol.md, sections 7 to 9, and 17). Not for users.
 */
package org.isotach.niu.link;
